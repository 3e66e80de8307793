import { useMemo, useSyncExternalStore } from 'react';
import type { Settings, SettingsSnapshot } from '../settings.ts';
import { usePauta } from './pauta-context.ts';

/** The current settings and their methods. */
export interface UseSettings extends SettingsSnapshot, Pick<Settings, 'get' | 'load' | 'update' | 'clear'> {}

/**
 * The settings. Updates on every change. The app has to load them: call `load` once, where the layout mounts.
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
