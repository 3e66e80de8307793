import { esMX as texts } from '@pauta/domain/crm/form-texts/es-mx.ts';
import { packTexts } from '@pauta/domain/crm/form-texts/with-texts.ts';
import type { ClientRegistrationTexts } from '../client-registration-props.ts';

/** Spanish of Mexico. */
export const esMX: ClientRegistrationTexts = packTexts(texts);
