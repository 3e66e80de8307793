import type { SpaceMaker, Station } from './space-maker.ts';

interface DigitalSpace {
  readonly name: string;
  readonly category: string;
  readonly unit: 'impressions' | 'days';
  readonly capacity: number;
  readonly sizes?: readonly string[];
  readonly cost: 'cpm' | 'cpd' | 'cpv' | 'cpc' | 'flat';
  readonly article?: string;
}

/** A banner by its place, its size and its impressions a day. */
const banner = (
  place: string,
  size: string,
  capacity: number,
  more: readonly string[] = [],
): DigitalSpace => ({
  name: `${place} ${size}`,
  category: 'DIG-DISPLAY',
  unit: 'impressions',
  capacity,
  sizes: [size, ...more],
  cost: 'cpm',
  article: `BANNER-${size.replace('×', 'X')}`,
});

const sections = ['Nacionales', 'Economía', 'Deportes', 'Entretenimiento'] as const;

const offered: readonly DigitalSpace[] = [
  banner('Portada', '970×250', 200_000, ['970×90']),
  banner('Artículo', '300×250', 450_000, ['336×280']),
  {
    name: 'Video antes de la nota',
    category: 'DIG-VIDEO',
    unit: 'impressions',
    capacity: 60_000,
    cost: 'cpv',
    article: 'PREROLL-15',
  },
  {
    name: 'Toma de portada',
    category: 'DIG-TAKEOVER',
    unit: 'days',
    capacity: 1,
    cost: 'cpd',
    article: 'TAKEOVER',
  },
  banner('Móvil', '320×50', 600_000, ['320×100']),
  ...sections.flatMap((section) => [
    banner(section, '728×90', 90_000),
    banner(section, '300×600', 70_000, ['160×600']),
  ]),
  { name: 'Nota patrocinada', category: 'DIG-NATIVO', unit: 'days', capacity: 2, cost: 'flat' },
  { name: 'Aviso instantáneo', category: 'DIG-PUSH', unit: 'impressions', capacity: 80_000, cost: 'cpm' },
  {
    name: 'Boletín de la mañana',
    category: 'DIG-NEWSLETTER',
    unit: 'impressions',
    capacity: 45_000,
    sizes: ['600×200'],
    cost: 'cpm',
  },
];

/** Banners, videos, takeovers and messages of a site or an app. */
export const addDigital = (maker: SpaceMaker, station: Station): void => {
  const share = station.name === 'App Antillana' ? 0.6 : 1;
  for (const { name, category, unit, capacity, sizes = [], cost, article } of offered) {
    maker.add({
      station,
      category,
      name,
      unit,
      capacity,
      article,
      more: {
        kind: 'digital',
        site: station.name,
        sizes,
        cost_model: cost,
        est_daily_imps: Math.round((unit === 'days' ? 350_000 : capacity * 0.8) * share),
        lead_time_days: unit === 'days' ? 4 : 1,
      },
    });
  }
};
