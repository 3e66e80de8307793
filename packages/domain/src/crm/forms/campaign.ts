/** What a link says of its campaign. */
export const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** What the networks for advertisements put into a link, to know its click again. */
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

/** What a form tells of where a visitor came from: longest text of each, in UTF-16 units. */
export const attributionLengths: Readonly<Record<string, number>> = {
  ...{ page: 300, landing_page: 300, referrer: 300 },
  ...Object.fromEntries([...campaignNames, ...clickNames].map((name) => [name, 200])),
};
