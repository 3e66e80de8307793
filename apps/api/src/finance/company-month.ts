/** A month of a company's books, as a request asks for it. */
export interface CompanyMonth {
  readonly company_id: string;
  /** `YYYY-MM` */
  readonly month: string;
}

/** The query of a route that answers for a month of a company. */
export const companyMonthQuery = {
  type: 'object',
  required: ['company_id', 'month'],
  properties: {
    company_id: { type: 'string', format: 'uuid' },
    month: { type: 'string', pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description: 'Mes, AAAA-MM' },
  },
} as const;
