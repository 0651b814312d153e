// Records what passes between the page and its workers, and lets a program decide for the people of this device.
(() => {
  const Real = Worker;
  let number = 0;
  let newest = () => undefined;
  const decide = (worker, conn, beat) => {
    for (const [seat, own] of Object.entries(beat.seats ?? {})) {
      if (!own.legal?.length || own.chosen !== undefined || !own.ask) continue;
      const action = own.legal[number % own.legal.length].id;
      const message = { type: "cmd", id: `pilot-${number++}`, do: "play", seat: Number(seat), ask: own.ask, action };
      worker.postMessage({ kind: "send", conn, message });
    }
  };
  window.tableWorkers = [];
  window.Worker = class extends Real {
    constructor(...args) {
      super(...args);
      window.tableWorkers.push(this);
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "ready") window.workerReady = data;
        if (data.kind !== "message") return;
        const { message } = data;
        window.noteReceived?.(JSON.stringify(message));
        if (message.type !== "beat" && message.type !== "welcome") return;
        newest = () => decide(this, data.conn, message.type === "beat" ? message : message.beat);
        if (window.pilot) newest();
      });
    }
  };
  window.Worker.prototype.postMessage = function (message, ...more) {
    const asked = message.kind === "request" ? message.request : undefined;
    if (window.shortGame && asked?.method === "POST" && asked.path === "api/tables") {
      const body = JSON.parse(asked.body);
      const options = { ...body.options, ...window.shortGame };
      message = { ...message, request: { ...asked, body: JSON.stringify({ ...body, options }) } };
    }
    if (message.kind === "send") window.noteSent?.(JSON.stringify(message.message));
    return Real.prototype.postMessage.call(this, message, ...more);
  };
  /** From now on a program decides. */
  window.takeOver = () => {
    window.pilot = true;
    newest();
  };
})();
