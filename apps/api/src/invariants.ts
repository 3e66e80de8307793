import { billingInvariants } from './billing/invariants.ts';
import { fiscalInvariants } from './fiscal/invariants.ts';
import { implementationInvariants } from './implementation/invariants.ts';
import { inventoryInvariants } from './inventory/invariants.ts';
import type { Invariant } from './platform/invariants/invariant.ts';
import { ownInvariants } from './platform/invariants/own-invariants.ts';
import { postsalesInvariants } from './postsales/invariants.ts';
import { presalesInvariants } from './presales/invariants.ts';
import { salesInvariants } from './sales/invariants.ts';

/** What every area guarantees, proved every night and on demand; an area adds its own list here. */
export const invariants: readonly Invariant[] = [
  ...inventoryInvariants,
  ...salesInvariants,
  ...postsalesInvariants,
  ...implementationInvariants,
  ...billingInvariants,
  ...fiscalInvariants,
  ...presalesInvariants,
  ...ownInvariants,
];
