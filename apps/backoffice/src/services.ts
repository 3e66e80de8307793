import { createApiClient, createSession, createSettings } from '@pauta/core';
import { setCompanyZone } from '@pauta/domain/calendar/company-clock.ts';
import { setCompanyCurrency } from '@pauta/domain/money/company-currency.ts';
import { setHomeCountry } from '@pauta/domain/phone/home-country.ts';

/** The address of the API, set by the server if it is not the one that spec.md §7 prescribes. */
const override = document.querySelector<HTMLMetaElement>('meta[name="pauta-api"]')?.content;

export const client = createApiClient(override ? { baseUrl: new URL(override, location.href).href } : {});
export const session = createSession({ api: client });
export const settings = createSettings({ api: client });
settings.subscribe(() => {
  const { timezone, currency_default, company_country } = settings.getSnapshot().values;
  setCompanyZone(timezone);
  setCompanyCurrency(currency_default);
  setHomeCountry(company_country);
});
