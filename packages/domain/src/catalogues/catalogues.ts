import * as audience from './audience.ts';
import type { Catalogue } from './catalogue.ts';
import * as crm from './crm.ts';
import * as finance from './finance.ts';
import * as inventory from './inventory.ts';
import * as organization from './organization.ts';
import * as places from './places.ts';

const isCatalogue = (one: object): one is Catalogue => 'within' in one;
const those = (area: Readonly<Record<string, object>>): Catalogue[] =>
  Object.values(area).filter(isCatalogue);

/** Catalogues by area: every exported constant of these modules is a catalogue. */
export const catalogueAreas: readonly {
  readonly label: string;
  readonly catalogues: readonly Catalogue[];
}[] = [
  { label: 'Clientes y agencias', catalogues: those(crm) },
  { label: 'Inventario y pauta', catalogues: those(inventory) },
  { label: 'Audiencias', catalogues: those(audience) },
  { label: 'Finanzas', catalogues: those(finance) },
  { label: 'Organización', catalogues: those(organization) },
  { label: 'Lugares', catalogues: those(places) },
];

/** Every catalogue that has a table. */
export const catalogues: readonly Catalogue[] = catalogueAreas.flatMap((area) => area.catalogues);
