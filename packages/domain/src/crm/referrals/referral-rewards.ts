/** What a referrer gets for a referral that becomes a sale. */
export const referralRewards = {
  none: 'Ninguna',
  commission: 'Comisión',
  airtime: 'Bonificación en pauta',
  gift: 'Regalo',
} as const;

/** How far what a referral earned is from being paid: the state that needs attention first. Derived by the database. */
export const rewardStates = {
  none: ['Sin devengar', 'neutral'],
  accrued: ['Devengada', 'info'],
  due: ['Exigible', 'warning'],
  settling: ['En liquidación', 'info'],
  paid: ['Pagada', 'success'],
} as const;
