import { earlyTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import type { ClientRegistrationTexts } from '../client-registration-props.ts';

/** English. */
export const en: ClientRegistrationTexts = earlyTexts('en');
