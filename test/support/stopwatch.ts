/** Milliseconds of the processor's time from now on: neighbours on a busy machine do not lengthen them. */
export function stopwatch(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
