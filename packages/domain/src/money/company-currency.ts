import { currencies } from './currencies.ts';

/** Currency of an amount whose currency nobody named (setting `currency_default`), ISO 4217. */
export let companyCurrency = 'DOP';

/** Takes the currency over from the settings; what is no currency is left aside. */
export const setCompanyCurrency = (code: unknown): void => {
  if (typeof code === 'string' && Object.hasOwn(currencies, code)) companyCurrency = code;
};
