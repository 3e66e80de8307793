/** Gives every day its part; the first days take what does not divide. */
export const spread = (units: number, days: readonly string[]): readonly (readonly [string, number])[] => {
  const [each, rest] = [Math.floor(units / days.length), units % days.length];
  return days.map((day, index) => [day, each + (index < rest ? 1 : 0)]);
};
