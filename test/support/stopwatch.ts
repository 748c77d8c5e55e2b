/** Starts a stopwatch for CPU time in milliseconds, which does not depend on the load of the machine. */
export function stopwatch(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

/** Returns the CPU time of the fastest run in milliseconds. Garbage collection may slow down the other runs. */
export function fastestMs(task: () => unknown, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const elapsed = stopwatch();
    task();
    return elapsed();
  });
  return Math.min(...times);
}
