/** Currency of amounts without an explicit one (setting `currency_default`), ISO 4217. */
export let companyCurrency = 'DOP';

/**
 * Sets the company's currency from the settings, which the server checks against `currencies`; what cannot be a code is
 * ignored. The list itself is not imported, because the first page loads this file.
 */
export const setCompanyCurrency = (code: unknown): void => {
  if (typeof code === 'string' && /^[A-Z]{3}$/.test(code)) companyCurrency = code;
};
