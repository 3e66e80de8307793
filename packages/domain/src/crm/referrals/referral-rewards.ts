/** What a referrer gets for a referral that becomes a sale. */
export const referralRewards = {
  none: 'Ninguna',
  commission: 'Comisión',
  airtime: 'Bonificación en pauta',
  gift: 'Regalo',
} as const;
