import { en as texts } from '@pauta/domain/crm/form-texts/en.ts';
import { packTexts } from '@pauta/domain/crm/form-texts/with-texts.ts';
import type { ClientRegistrationTexts } from '../client-registration-props.ts';

/** English. */
export const en: ClientRegistrationTexts = packTexts(texts);
