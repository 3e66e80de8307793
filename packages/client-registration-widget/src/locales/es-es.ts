import { esES as texts } from '@pauta/domain/crm/form-texts/es-es.ts';
import { packTexts } from '@pauta/domain/crm/form-texts/with-texts.ts';
import type { ClientRegistrationTexts } from '../client-registration-props.ts';

/** Spanish of Spain. */
export const esES: ClientRegistrationTexts = packTexts(texts);
