/** Campaign parameters of a link. */
export const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** Click identifiers that advertising networks add to links. */
export const clickNames = [
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'fbclid',
  'msclkid',
  'ttclid',
  'twclid',
  'li_fat_id',
] as const;

/** Attribution data that a form sends: maximum length of each, in UTF-16 units. */
export const attributionLengths: Readonly<Record<string, number>> = {
  ...{ page: 300, landing_page: 300, referrer: 300 },
  ...Object.fromEntries([...campaignNames, ...clickNames].map((name) => [name, 200])),
};
