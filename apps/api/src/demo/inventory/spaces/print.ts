import type { SpaceMaker, Station } from './space-maker.ts';

interface Publication {
  readonly days: readonly string[];
  readonly closing: number;
  readonly page: string;
  readonly sections: readonly string[];
  /** The daily has classified advertisements and a front page with modules. */
  readonly isDaily?: true;
}

const publications: Readonly<Record<string, Publication>> = {
  'Diario Antillano': {
    days: ['1', '2', '3', '4', '5', '6'],
    closing: 2,
    page: '6 col. × 53 cm',
    sections: [
      'Nacionales',
      'Economía',
      'Opinión',
      'Deportes',
      'Vida y Estilo',
      'El Mundo',
      'Provincias',
      'Salud',
    ],
    isDaily: true,
  },
  'Revista Mar Abierto': {
    days: ['5'],
    closing: 5,
    page: '21 × 28 cm',
    sections: ['Viajes', 'Gastronomía', 'Moda', 'Casa'],
  },
  'Revista La Grada': {
    days: ['1'],
    closing: 4,
    page: '21 × 28 cm',
    sections: ['Béisbol', 'Baloncesto', 'Fútbol', 'Entrenamiento'],
  },
};

/** Pages, covers and classified advertisements of a publication. */
export const addPrint = (maker: SpaceMaker, station: Station): void => {
  const own = publications[station.name];
  if (!own) return;
  const { days, closing, page, sections, isDaily } = own;
  const more = {
    kind: 'print',
    publication: station.name,
    closing_days: closing,
    color: 'full',
    size: page,
    lead_time_days: closing,
  };
  const add = (
    name: string,
    category: string,
    unit: string,
    capacity: number,
    { article, ...fields }: { readonly article?: string; readonly [field: string]: unknown },
  ) => maker.add({ station, category, name, unit, capacity, days, article, more: { ...more, ...fields } });
  if (isDaily) {
    add('Portada, módulo', 'PRENSA-PORTADA', 'modules', 4, {
      print_section: 'Portada',
      page_parity: 'cover',
      size: '2 col. × 8 cm',
    });
    add('Clasificados', 'PRENSA-CLASIFICADO', 'column_cm', 600, {
      print_section: 'Clasificados',
      page_parity: 'any',
      color: 'black',
      size: '1 col.',
      article: 'COL-CM',
    });
  }
  add('Contraportada', 'PRENSA-CONTRA', 'pages', 1, {
    print_section: 'Contraportada',
    page_parity: 'back',
    article: 'PAGINA',
  });
  add('Publirreportaje', 'PRENSA-PUBLIRREP', 'pages', 2, { page_parity: 'any', article: 'PUBLIRREPORTAJE' });
  for (const [place, section] of sections.entries()) {
    const color = isDaily && place % 3 === 2 ? 'black' : 'full';
    for (const [parity, category, word] of [
      ['odd', 'PRENSA-IMPAR', 'página impar'],
      ['even', 'PRENSA-PAR', 'página par'],
    ] as const)
      add(`${section}, ${word}`, category, 'pages', 2, {
        print_section: section,
        page_parity: parity,
        color,
        article: 'PAGINA',
      });
    if (isDaily)
      add(`${section}, robapágina`, 'PRENSA-IMPAR', 'pages', 3, {
        print_section: section,
        page_parity: 'any',
        color,
        size: '4 col. × 35 cm',
        article: 'ROBAPAGINA',
      });
  }
};
