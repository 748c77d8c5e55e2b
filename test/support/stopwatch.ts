/** Starts a stopwatch for CPU time in milliseconds, which does not depend on the load of the machine. */
export function stopwatch(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
