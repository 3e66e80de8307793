import { allocatePackage } from '@pauta/domain/inventory/packages/allocate-package.ts';
import { spreadShares } from '@pauta/domain/inventory/packages/spread-shares.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

interface DemoComponent {
  readonly station: string;
  readonly space: string;
  /** In the unit of its price: spots, thousands of impressions, months of a face. */
  readonly quantity: string;
  readonly perDay: number;
  readonly isOptional?: true;
  readonly limits?: readonly [string, string];
}

interface DemoPackage {
  readonly code: string;
  readonly name: string;
  readonly kind?: 'configurable';
  readonly mode: 'closed' | 'from' | 'sum_with_discount';
  /** Its price, or the discount of a sum. */
  readonly price: string;
  readonly most?: number;
  readonly age: string;
  readonly status: 'published' | 'sold_out' | 'draft';
  readonly description: string;
  readonly components: readonly DemoComponent[];
}

const spots = (station: string, space: string, perDay = 1): DemoComponent => ({
  station,
  space,
  quantity: String(perDay * 30),
  perDay,
});
const screen = (space: string): DemoComponent => ({
  station: 'Pantallas Cibao',
  space,
  quantity: '1',
  perDay: 1,
});
const banner = (station: string, space: string, thousandsPerDay: number): DemoComponent => ({
  station,
  space,
  quantity: String(thousandsPerDay * 30),
  perDay: thousandsPerDay * 1000,
});

const offered: readonly DemoPackage[] = [
  {
    code: 'PAQ-0001',
    name: 'Arranque en radio y digital',
    mode: 'closed',
    price: '385000.00',
    most: 20,
    age: '25-54',
    status: 'published',
    description:
      'Treinta días de cuñas en la mañana de dos emisoras y portada en antillana.example, para una marca que empieza.',
    components: [
      spots('Ritmo 98.5', 'Tanda 07:20', 2),
      spots('La Nota 102.1', 'Tanda 08:20'),
      banner('antillana.example', 'Portada 970×250', 10),
    ],
  },
  {
    code: 'PAQ-0002',
    name: 'Cobertura Cibao',
    kind: 'configurable',
    mode: 'sum_with_discount',
    price: '15',
    age: '18+',
    status: 'published',
    description:
      'Pantallas de Santiago y cuñas al mediodía en Noticias 910 AM. El cliente elige si suma otra pantalla.',
    components: [
      screen('Pantalla Monumento'),
      screen('Pantalla Estrella Sadhalá'),
      { ...spots('Noticias 910 AM', 'Tanda 12:20', 2), limits: ['30', '90'] },
      { ...screen('Pantalla Las Carreras'), isOptional: true },
    ],
  },
  {
    code: 'PAQ-0003',
    name: 'Elecciones: noticias y debate',
    mode: 'closed',
    price: '1450000.00',
    most: 6,
    age: '18+',
    status: 'published',
    description: 'Un corte del noticiero, las noticias de la mañana en radio y video en la aplicación.',
    components: [
      spots('Canal 8', 'Noticiero Antillano, corte 1'),
      spots('Noticias 910 AM', 'Tanda 06:20', 2),
      banner('App Antillana', 'Video antes de la nota', 5),
    ],
  },
  {
    code: 'PAQ-0004',
    name: 'Serie final de béisbol',
    kind: 'configurable',
    mode: 'from',
    price: '690000.00',
    most: 10,
    age: '18-49',
    status: 'published',
    description: 'Televisión y radio durante la serie. La toma de portada del sitio se agrega si se quiere.',
    components: [
      spots('Canal 8', 'Gran Teatro, corte 1'),
      { ...spots('Ritmo 98.5', 'Tanda 18:20', 2), limits: ['60', '120'] },
      { ...banner('antillana.example', 'Artículo 300×250', 8), isOptional: true, limits: ['120', '480'] },
    ],
  },
  {
    code: 'PAQ-0005',
    name: 'Navidad en familia',
    mode: 'closed',
    price: '980000.00',
    most: 4,
    age: '25-54',
    status: 'sold_out',
    description: 'Horario estelar, radio y portada del sitio. Cerrado por la gerencia para esta temporada.',
    components: [
      spots('Canal 8', 'Gran Teatro, corte 2'),
      spots('La Nota 102.1', 'Tanda 17:20', 2),
      banner('antillana.example', 'Portada 970×250', 15),
    ],
  },
  {
    code: 'PAQ-0006',
    name: 'Temporada alta',
    mode: 'sum_with_discount',
    price: '20',
    age: '18-49',
    status: 'draft',
    description: 'Oferta de verano en preparación.',
    components: [spots('Canal 8', 'Despierta Quisqueya, corte 1'), spots('Ritmo 98.5', 'Tanda 16:20', 2)],
  },
];

/** Packages of the stations of the media group, with the shares that their prices give; the first one has a picture. */
export const insertPackages = async (tx: Transaction, today: Date, cover: string | null): Promise<void> => {
  const year = today.getUTCFullYear();
  const valid = `[${year}-01-01,${year + 1}-07-01)`;
  for (const [place, one] of offered.entries()) {
    const isSum = one.mode === 'sum_with_discount';
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO packages (code, name, kind, valid, price_mode, currency_code, price, discount_pct, max_sales,
        allocated_pct, target_age_id, image_id, description)
      VALUES (${one.code}, ${one.name}, ${one.kind ?? 'fixed'}, ${valid}::daterange, ${one.mode}, 'DOP',
        ${isSum ? null : one.price}, ${isSum ? one.price : null}, ${one.most ?? null}, 100,
        (SELECT id FROM age_targets WHERE code = ${one.age}), ${place === 0 ? cover : null}::uuid, ${one.description})
      RETURNING id`);
    const id = made?.id ?? '';
    await tx.query(sql`
      INSERT INTO package_items (id, package_id, position, inventory_item_id, quantity, units_per_day, duration_sec,
        is_optional, min_quantity, max_quantity)
      SELECT new_id(), ${id}::uuid, 'a' || (c.place - 1), i.id, c.quantity, c.per_day,
        CASE WHEN i.capacity_unit = 'seconds' THEN 30 END, c.is_optional, c.least, c.most
      FROM unnest(${one.components.map(({ station }) => station)}::text[],
          ${one.components.map(({ space }) => space)}::text[],
          ${one.components.map(({ quantity }) => quantity)}::numeric[],
          ${one.components.map(({ perDay }) => perDay)}::integer[],
          ${one.components.map(({ isOptional }) => isOptional ?? false)}::boolean[],
          ${one.components.map(({ limits }) => limits?.[0] ?? null)}::numeric[],
          ${one.components.map(({ limits }) => limits?.[1] ?? null)}::numeric[])
          WITH ORDINALITY AS c(station, space, quantity, per_day, is_optional, least, most, place)
        JOIN subdivisions s ON s.name = c.station JOIN inventory_items i ON i.subdivision_id = s.id AND i.name = c.space`);
    const items = await tx.query<{ id: string; amount: string }>(sql`
      SELECT c.id, coalesce(f.unit_price * c.quantity, 1)::text AS amount
      FROM package_items c JOIN component_prices(${id}::uuid) f ON f.package_item_id = c.id
      WHERE c.package_id = ${id}::uuid ORDER BY c.position`);
    const shares = spreadShares(items.map(({ amount }) => amount)) ?? [];
    const amounts = isSum ? null : allocatePackage(one.price, shares, 'DOP');
    await tx.query(sql`
      UPDATE package_items c SET allocation_pct = n.share, allocated = n.amount
      FROM unnest(${items.map((item) => item.id)}::uuid[], ${shares}::numeric[],
        ${items.map((_, index) => amounts?.[index] ?? null)}::numeric[]) AS n(id, share, amount)
      WHERE c.id = n.id`);
    if (one.status !== 'draft')
      await tx.query(sql`UPDATE packages SET status = ${one.status} WHERE id = ${id}::uuid`);
  }
};
