import type { Engine, ServedEntity } from '../engine.ts';

/**
 * A resource with its hooks, by its name, for code that writes records of another resource.
 *
 * @param server the server of the context, or anything with its engine
 * @throws Error if the server has not mounted it, a programming error
 * @example servedOf(context.server, holds.name)
 */
export const servedOf = (
  { engine }: { readonly engine: Pick<Engine, 'served'> },
  name: string,
): ServedEntity => {
  const served = engine.served.get(name);
  if (!served) throw new Error(`${name} is not served`);
  return served;
};
