export { es419 as es, type FormTexts as Texts } from '@pauta/domain/crm/form-texts/es-419.ts';
