import { useMemo, useSyncExternalStore } from 'react';
import type { Settings, SettingsSnapshot } from '../settings.ts';
import { usePauta } from './pauta-context.ts';

/** The settings at this moment, and what can be done with them. */
export interface UseSettings extends SettingsSnapshot, Pick<Settings, 'get' | 'load' | 'update' | 'clear'> {}

/**
 * The settings, kept up to date. Loading them is up to the host: call `load` once, where the layout mounts.
 *
 * @example
 * const { get } = useSettings();
 * return <label>{get('client_code_label')}</label>; // 'Código'
 */
export function useSettings(): UseSettings {
  const { settings } = usePauta();
  const snapshot = useSyncExternalStore(settings.subscribe, settings.getSnapshot, settings.getSnapshot);
  return useMemo(() => {
    const { get, load, update, clear } = settings;
    return { ...snapshot, get, load, update, clear };
  }, [settings, snapshot]);
}
