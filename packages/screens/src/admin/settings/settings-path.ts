import { resourceIndex } from '@pauta/domain/resource-index.ts';

/** Path of Configuración General, without leading slash. */
export const settingsPath = 'gestion/configuracion';

/** Lists of parameters that are pages below Configuración General, by name. */
export const parameterLists = resourceIndex
  .filter(({ screen }) => screen.startsWith(`${settingsPath}/`))
  .map(({ screen, label }) => ({ href: `/${screen}`, label: label.many }))
  .sort((one, other) => one.label.localeCompare(other.label, 'es'));
