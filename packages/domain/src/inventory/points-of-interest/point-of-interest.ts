import { location } from '../../kinds/location.ts';
import { decimal } from '../../kinds/number.ts';
import { text } from '../../kinds/text.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';

const degrees = (label: string, most: number) =>
  decimal(label, { scale: 6, min: -most, max: most, required: true, width: 'short', aggregate: null });

/** Places near which faces are sought, such as the supermarkets of a client: imported from a file, shown on the map. */
export const pointsOfInterest: Resource = defineResource({
  name: 'points_of_interest',
  screen: 'gestion/configuracion/puntos-de-interes',
  label: { one: 'Punto de interés', many: 'Puntos de interés', gender: 'm' },
  fields: {
    name: text('Nombre', { max: 160, required: true, sortable: true, width: 'wide' }),
    kind: text('Tipo', {
      max: 60,
      sortable: true,
      width: 'medium',
      placeholder: 'Supermercado',
      pattern: /^[\p{L}\p{N}][\p{L}\p{N} '&./()-]*$/u,
      patternMessage: 'Use letras, números, espacios y guiones, sin comas.',
      hint: 'Los del mismo tipo se buscan juntos: espacios a 2 km de cualquier supermercado.',
    }),
    latitude: degrees('Latitud', 90),
    longitude: degrees('Longitud', 180),
    location: location('Ubicación', { latitude: 'latitude', longitude: 'longitude', category: 'kind' }),
  },
  title: 'name',
  subtitle: 'kind',
  search: ['name', 'kind'],
  order: 'name',
  columns: ['name', 'kind', 'latitude', 'longitude'],
  filters: ['kind', 'location'],
  sections: [{ label: 'Punto', fields: ['name', 'kind', 'latitude', 'longitude'] }],
  // A chain has many shops of the same name.
  likeness: { by: {} },
  permissions: {
    viewAll: null,
    create: 'inventory.create',
    updateAll: 'inventory.update_all',
    archive: 'inventory.delete',
    import: 'inventory.import',
  },
});
