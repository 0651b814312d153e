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
      worker.postMessage({ kind: "say", conn, message });
    }
  };
  window.tableWorkers = [];
  window.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      window.tableWorkers.push(this);
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "ready") window.workerReady = data;
        if (data.kind !== "told") return;
        const { message } = data;
        window.noteTold?.(JSON.stringify(message));
        if (message.type !== "beat" && message.type !== "welcome") return;
        newest = () => decide(this, data.conn, message.type === "beat" ? message : message.beat);
        if (window.pilot) newest();
      });
    }
  };
  window.Worker.prototype.postMessage = function (message, ...more) {
    if (message.kind === "say") window.noteSaid?.(JSON.stringify(message.message));
    return Real.prototype.postMessage.call(this, message, ...more);
  };
  /** From now on a program decides. */
  window.takeOver = () => {
    window.pilot = true;
    newest();
  };
})();
