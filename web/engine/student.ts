const Z_95 = 1.96;

/** The 97.5 % quantile of Student's t distribution, expanded around the normal one. */
export function student(free: number): number {
  const cube = Z_95 * Z_95 * Z_95; // not a power, so that Python gets the same bits
  const fifth = cube * Z_95 * Z_95;
  return Z_95 + (cube + Z_95) / (4 * free) + (5 * fifth + 16 * cube + 3 * Z_95) / (96 * free * free);
}
