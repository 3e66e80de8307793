import { fullTexts } from '@pauta/domain/crm/forms/texts/form-texts.ts';
import { callingCode, phoneExample } from '@pauta/domain/phone/phone.ts';
import { taxIdNames, taxIdTypes } from '@pauta/domain/tax-id/tax-id.ts';
import type { FormDefinition } from '../form/form-definition.ts';

const countries = {
  DO: 'República Dominicana',
  AR: 'Argentina',
  CL: 'Chile',
  CO: 'Colombia',
  CR: 'Costa Rica',
  EC: 'Ecuador',
  ES: 'España',
  GT: 'Guatemala',
  MX: 'México',
  PA: 'Panamá',
  PE: 'Perú',
  PR: 'Puerto Rico',
};

/** A form definition as a server returns it, for tests and stories. */
export const sampleDefinition: FormDefinition = {
  key: 'pk_prueba',
  title: 'Registro de clientes',
  countries: Object.entries(countries).map(([iso2, name]) => ({
    iso2,
    name,
    calling_code: callingCode(iso2) ?? '',
    tax_id_types: taxIdTypes(iso2),
    tax_ids: taxIdNames(iso2),
    phone_example: phoneExample(iso2),
  })),
  default_country: 'DO',
  industries: [
    { id: '0199-1', name: 'Alimentos y bebidas' },
    { id: '0199-2', name: 'Automotriz' },
    { id: '0199-3', name: 'Banca y finanzas' },
    { id: '0199-4', name: 'Telecomunicaciones' },
  ],
  platforms: [
    { id: '0198-1', name: 'Televisión' },
    { id: '0198-2', name: 'Radio' },
    { id: '0198-3', name: 'Vía pública' },
    { id: '0198-4', name: 'Digital' },
    { id: '0198-5', name: 'Prensa' },
    { id: '0198-6', name: 'Revistas' },
  ],
  investment_bands: [
    { value: 'under_50k', label: 'Menos de 50,000' },
    { value: 'from_50k', label: '50,000 a 200,000' },
    { value: 'over_2m', label: 'Más de 2,000,000' },
    { value: 'unknown', label: 'Aún no lo sé' },
  ],
  notice: {
    version: '2026-01',
    text: 'Usamos sus datos para evaluar esta solicitud y responderle. No los compartimos con terceros ni los usamos para otros fines. Puede pedir que los corrijamos o eliminemos cuando quiera. Aviso completo: https://pauta.example/privacidad.',
  },
  locale: 'es-DO',
  texts: fullTexts('es-DO'),
};
