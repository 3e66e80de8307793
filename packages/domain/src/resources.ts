import { roles } from './admin/role.ts';
import { users } from './admin/user.ts';
import { catalogues } from './catalogues/catalogues.ts';
import { accountTransferItems, accountTransfers } from './crm/account-transfer.ts';
import { activities } from './crm/activity.ts';
import { agencies } from './crm/agency.ts';
import { clients } from './crm/client.ts';
import { clientAgencies } from './crm/client-agency.ts';
import { clientRegistrations } from './crm/client-registration.ts';
import { clientSocialLinks } from './crm/client-social-link.ts';
import { contacts } from './crm/contact.ts';
import { creditProposals } from './crm/credit-proposal.ts';
import { publicForms } from './crm/public-form.ts';
import { referrals } from './crm/referral.ts';
import { signatories } from './crm/signatory.ts';
import { targetLists } from './crm/target-list.ts';
import { targetListMembers } from './crm/target-list-member.ts';
import { volumeRebates } from './crm/volume-rebate.ts';
import { portfolioRules } from './presales/portfolio-rule.ts';
import type { Resource } from './resource/resource.ts';

/** Every resource: the API serves them, and the contract suites loop over them. */
export const resources: readonly Resource[] = [
  clients,
  clientSocialLinks,
  agencies,
  contacts,
  clientAgencies,
  signatories,
  creditProposals,
  volumeRebates,
  clientRegistrations,
  publicForms,
  targetLists,
  targetListMembers,
  accountTransfers,
  accountTransferItems,
  portfolioRules,
  referrals,
  activities,
  users,
  roles,
  ...catalogues,
];
