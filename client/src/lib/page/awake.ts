// Screen wake lock: a phone that lies on the table must not fall asleep. Browsers drop the lock while the page is hidden.

/** Keep the screen on until the returned function is called; where that is impossible, nothing happens. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const request = async (): Promise<void> => {
    if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (ended) void lock.release();
    } catch {
      // not allowed now, for example because the battery is low
    }
  };
  const again = (): void => void request();
  document.addEventListener("visibilitychange", again);
  void request();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release().catch(() => undefined);
  };
}
