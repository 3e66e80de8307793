import { currencies } from './currencies.ts';

/** Currency of amounts without an explicit one (setting `currency_default`), ISO 4217. */
export let companyCurrency = 'DOP';

/** Sets the company's currency from the settings; an invalid code is ignored. */
export const setCompanyCurrency = (code: unknown): void => {
  if (typeof code === 'string' && Object.hasOwn(currencies, code)) companyCurrency = code;
};
