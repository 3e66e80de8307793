import { type Field, factory, type Kind, rejected } from '../../kinds/kind.ts';
import { type TextOptions, text, textKind } from '../../kinds/text.ts';
import type { SettingGroup } from './setting.ts';

const places = ['{z}', '{x}', '{y}'] as const;

/** Query parameters that usually carry a secret. */
const secret = /key|token|secret|sig|pass/i;

const sample = (template: string): string =>
  places.reduce((address, place) => address.replaceAll(place, '0'), template);

/** The origin of a tile server, for the content security policy; null when none is set. */
export const tileOrigin = (template: unknown): string | null =>
  typeof template === 'string' && URL.canParse(sample(template)) ? new URL(sample(template)).origin : null;

/** Address of map images, `https://tiles.ejemplo.com/{z}/{x}/{y}.png`. Users' browsers request them. */
const tileKind: Kind<string, TextOptions> = {
  ...textKind,
  parse: (input, options) => {
    const typed = textKind.parse(input, options);
    if (!typed.ok) return typed;
    const template = typed.value;
    const address = sample(template);
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (
      url &&
      (url.username || url.password || [...url.searchParams.keys()].some((name) => secret.test(name)))
    )
      return rejected('Todos los usuarios ven esta dirección: use un servidor que no pida claves en ella.');
    const isTemplate =
      url?.protocol === 'https:' &&
      // The policy would read a star as any server.
      /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(url.hostname) &&
      url.hash === '' &&
      places.every((place) => template.split(place).length === 2) &&
      // The placeholders are in the path or the query: the origin is the same for every image.
      template.toLowerCase().startsWith(`${url.origin}/`) &&
      !/[{}\s"'<>\\]/.test(address);
    return isTemplate
      ? typed
      : rejected(
          'Escriba una dirección con https y con {z}, {x} y {y}, como https://tiles.ejemplo.com/{z}/{x}/{y}.png.',
        );
  },
};

/** Maps of lists. */
export const map: SettingGroup = {
  label: 'Mapas',
  // The server learns which parts of the map users look at.
  isForAdministrators: ['map_tiles_url', 'map_tiles_attribution'],
  fields: {
    map_tiles_url: factory(tileKind)('Servidor de mapas', {
      max: 300,
      initial: '',
      width: 'wide',
      placeholder: 'https://tiles.ejemplo.com/{z}/{x}/{y}.png',
      hint: 'De dónde vienen las calles que se dibujan bajo los puntos. Vacío: solo costas, países y provincias. Sus condiciones de uso son asunto de la empresa.',
    }) as Field,
    map_tiles_attribution: text('Crédito del mapa', {
      max: 120,
      initial: '',
      width: 'wide',
      placeholder: '© colaboradores de OpenStreetMap',
      hint: 'El que exige el servidor de mapas; se muestra en la esquina de cada mapa.',
    }) as Field,
  },
};
