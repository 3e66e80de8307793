import type { Served } from '../writing/change-record.ts';
import type { HandlerContext } from './context.ts';

/** A resource with its hooks, by its name, for a command that writes records of another resource. */
export const servedOf = ({ server }: HandlerContext, name: string): Served => {
  const served = server.engine.served.get(name);
  if (!served) throw new Error(`${name} is not served`);
  return served;
};
