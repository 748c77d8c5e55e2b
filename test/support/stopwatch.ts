/** Starts a stopwatch for CPU time in milliseconds, which other programs on a busy machine do not lengthen. */
export function stopwatch(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
