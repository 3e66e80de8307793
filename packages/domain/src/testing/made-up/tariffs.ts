import { defineDocument, defineLines } from '../../document/document.ts';
import { decimal } from '../../kinds/number.ts';
import { text } from '../../kinds/text.ts';
import { borrowedPermissions } from './proposals.ts';

const rates = defineLines({
  name: 'tariff_rates',
  label: { one: 'Precio', many: 'Precios', gender: 'm' },
  title: 'slot',
  fields: {
    slot: text('Franja', { max: 80, required: true, sortable: true }),
    price: decimal('Precio', { scale: 2, required: true, min: 0, sortable: true }),
  },
});

/** A document with many lines in mode `beside` and no computed values. */
export const tariffs = defineDocument({
  name: 'tariffs',
  screen: 'pruebas/tarifarios',
  label: { one: 'Tarifario', many: 'Tarifarios', gender: 'm' },
  title: 'name',
  permissions: borrowedPermissions,
  fields: { name: text('Nombre', { max: 120, required: true, sortable: true }) },
  lines: { rates: { of: () => rates, by: 'tariff_id', mode: 'beside', max: 500, derived: [] } },
});
