import { fullTexts } from '@pauta/domain/crm/form-texts/form-texts.ts';
import type { ClientRegistrationTexts } from '../client-registration-props.ts';

/** English. */
export const en: ClientRegistrationTexts = fullTexts('en');
