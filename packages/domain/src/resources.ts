import { roles } from './admin/roles/role.ts';
import { users } from './admin/users/user.ts';
import { approvals } from './approval/approval.ts';
import { catalogues } from './catalogues/catalogues.ts';
import { agencies } from './crm/agencies/agency.ts';
import { volumeRebates } from './crm/agencies/volume-rebate.ts';
import { clientAgencies } from './crm/authorisations/client-agency.ts';
import { clients } from './crm/clients/client.ts';
import { creditProposals } from './crm/clients/credit-proposal.ts';
import { clientSocialLinks } from './crm/clients/social-link.ts';
import { contacts } from './crm/contacts/contact.ts';
import { activities } from './crm/follow-up/activity.ts';
import { publicForms } from './crm/forms/public-form.ts';
import { referrals } from './crm/referrals/referral.ts';
import { clientRegistrations } from './crm/registrations/client-registration.ts';
import { signatories } from './crm/signatories/signatory.ts';
import { targetLists } from './crm/target-lists/target-list.ts';
import { targetListMembers } from './crm/target-lists/target-list-member.ts';
import { accountTransferItems, accountTransfers } from './crm/transfers/account-transfer.ts';
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
  approvals,
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

const byName = new Map(resources.map((resource) => [resource.name, resource]));

/** The resource of this name, if there is one. */
export const resourceNamed = (name: string): Resource | undefined => byName.get(name);
