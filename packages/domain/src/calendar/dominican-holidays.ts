/** A public holiday. */
export interface Holiday {
  readonly day: string;
  readonly name: string;
}

/**
 * Public holidays of the Dominican Republic in 2026 and 2027, as they are observed.
 *
 * Law 139-97 (Gaceta Oficial 9957, 25 June 1997): a holiday on a Tuesday or Wednesday is kept the Monday before, one on
 * a Thursday or Friday the Monday after; one on a Saturday, Sunday or Monday stays. Never moved are 1 January,
 * 21 January, 27 February, Good Friday, Corpus Christi, 16 August in years a government takes office, 24 September
 * and 25 December. That leaves 6 January, 26 January, 1 May, 16 August and 6 November to be moved.
 */
export const dominicanHolidays: readonly Holiday[] = [
  { day: '2026-01-01', name: 'Año Nuevo' },
  { day: '2026-01-05', name: 'Día de los Santos Reyes' },
  { day: '2026-01-21', name: 'Día de la Altagracia' },
  { day: '2026-01-26', name: 'Día de Duarte' },
  { day: '2026-02-27', name: 'Independencia Nacional' },
  { day: '2026-04-03', name: 'Viernes Santo' },
  { day: '2026-05-04', name: 'Día del Trabajo' },
  { day: '2026-06-04', name: 'Corpus Christi' },
  { day: '2026-08-16', name: 'Restauración de la República' },
  { day: '2026-09-24', name: 'Nuestra Señora de las Mercedes' },
  { day: '2026-11-09', name: 'Día de la Constitución' },
  { day: '2026-12-25', name: 'Navidad' },
  { day: '2027-01-01', name: 'Año Nuevo' },
  { day: '2027-01-04', name: 'Día de los Santos Reyes' },
  { day: '2027-01-21', name: 'Día de la Altagracia' },
  { day: '2027-01-25', name: 'Día de Duarte' },
  { day: '2027-02-27', name: 'Independencia Nacional' },
  { day: '2027-03-26', name: 'Viernes Santo' },
  { day: '2027-05-01', name: 'Día del Trabajo' },
  { day: '2027-05-27', name: 'Corpus Christi' },
  { day: '2027-08-16', name: 'Restauración de la República' },
  { day: '2027-09-24', name: 'Nuestra Señora de las Mercedes' },
  { day: '2027-11-06', name: 'Día de la Constitución' },
  { day: '2027-12-25', name: 'Navidad' },
];
