import { useSyncExternalStore } from 'react';
import { storedValues } from '../stored-value.ts';

const kept = storedValues(
  (stored) => stored !== 'off',
  (on) => (on ? 'on' : 'off'),
);

const store = () => kept('pauta.single-keys');
const subscribe = (listener: () => void): (() => void) => store().subscribe(listener);
const read = (): boolean => store().get();

/**
 * Whether single characters work as shortcuts, stored in the browser. People who use speech input turn them off (WCAG
 * 2.1.4).
 */
export const singleKeys: { readonly get: () => boolean; readonly set: (on: boolean) => void } = {
  get: read,
  set: (on) => store().update(() => on),
};

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, read, () => true);
