/**
 * Permissions that decide approvals of any kind. In a module of its own, so that the home page can use it without
 * loading the definitions of the approved records.
 */
export const decidingPermissions: readonly string[] = [
  'clients.credit_limit',
  'quotes.discount_over_limit',
  'quotes.approve',
  'clients.credit_hold',
  'prices.approve',
  'holds.approve',
  'holds.override_capacity',
];
