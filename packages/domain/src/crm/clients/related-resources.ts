import type { Resource } from '../../resource/resource.ts';
import { contacts } from '../contacts/contact.ts';
import { activities } from '../follow-up/activity.ts';

/**
 * Activities with an account, and its contacts. Loaded by the page that shows them: a list does not need the
 * definitions of related records.
 */
export const relatedResources: { readonly activities: Resource; readonly contacts: Resource } = {
  activities,
  contacts,
};
