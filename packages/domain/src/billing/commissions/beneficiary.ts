import { users } from '../../admin/users/user.ts';
import { agencies } from '../../crm/agencies/agency.ts';
import { referrals } from '../../crm/referrals/referral.ts';
import { reference, referenceId } from '../../kinds/reference.ts';
import type { Resource, Values } from '../../resource/resource.ts';
import type { Beneficiary } from '../ledger/commission-postings.ts';

/** Who earns commissions (domain §1.6). A referrer is paid by referral. */
export const beneficiaryKinds = { agency: 'Agencia', seller: 'Ejecutivo', referrer: 'Referente' } as const;

export type BeneficiaryKind = keyof typeof beneficiaryKinds;

/** The fields of which one names the beneficiary, by its kind. */
export const beneficiaryField = {
  agency: 'agency_id',
  seller: 'seller_id',
  referrer: 'referral_id',
} as const satisfies Readonly<Record<BeneficiaryKind, string>>;

/** The beneficiary of a record that cannot be written by hand. */
export const beneficiaryFields = () => ({
  agency_id: reference('Agencia', () => agencies, { readOnly: true }),
  seller_id: reference('Ejecutivo', () => users, { readOnly: true }),
  referral_id: reference('Referido', (): Resource => referrals, { readOnly: true }),
});

/** The beneficiary of a commission or settlement, as the ledger names it. */
export const beneficiaryOf = ({ agency_id, seller_id, referral_id }: Values): Beneficiary => ({
  agencyId: referenceId(agency_id),
  sellerId: referenceId(seller_id),
  referralId: referenceId(referral_id),
});
