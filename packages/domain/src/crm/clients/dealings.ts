import type { Resource } from '../../resource/resource.ts';
import { contacts } from '../contacts/contact.ts';
import { activities } from '../follow-up/activity.ts';

/**
 * What is done with somebody, and with whom one speaks there. Loaded by the page that shows it: a list does not need the
 * definitions of all that its records deal with.
 */
export const dealings: { readonly activities: Resource; readonly contacts: Resource } = {
  activities,
  contacts,
};
