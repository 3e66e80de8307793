import type { EcfLine, EcfSource } from '@pauta/domain/fiscal/do/ecf/ecf-source.ts';
import type { EcfType } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';

const line = (values: Partial<EcfLine> = {}): EcfLine => ({
  description: 'Cuña de 30 s en el noticiero estelar',
  quantity: '10.0000',
  unitPrice: '1500.000000',
  amount: '15000.00',
  taxPct: '18.0000',
  tax: '2700.00',
  ...values,
});

const exempt = { taxPct: '0.0000', tax: '0.00' };

const linesOf: Readonly<Record<EcfType, readonly EcfLine[]>> = {
  31: [
    line(),
    line({
      description:
        'Paquete «Mañanas de la Óptica Ñandú» & más, con menciones del locutor, cintillo y despedida de programa',
      quantity: '3.3333',
      unitPrice: '99.990000',
      amount: '283.31',
      tax: '51.00',
    }),
    line({
      description: 'Producción',
      quantity: '1.0000',
      unitPrice: '500.000000',
      amount: '500.00',
      taxPct: '16.0000',
      tax: '80.00',
    }),
    line({
      description: 'Contenido educativo',
      quantity: '2.0000',
      unitPrice: '100.000000',
      amount: '200.00',
      ...exempt,
    }),
  ],
  32: [line({ quantity: '1.0000', amount: '1500.00', tax: '270.00' })],
  33: [
    line({
      description: 'Diferencia de tarifa',
      quantity: '1.0000',
      unitPrice: '250.000000',
      amount: '250.00',
      tax: '45.00',
    }),
  ],
  34: [line({ quantity: '2.0000', amount: '3000.00', tax: '540.00' })],
  41: [
    line({
      description: 'Locución',
      quantity: '1.0000',
      unitPrice: '8000.000000',
      amount: '8000.00',
      tax: '1440.00',
      withheld: { tax: '1440.00', incomeTax: '800.00' },
    }),
  ],
  43: [
    line({
      description: 'Taxi del equipo de exteriores',
      quantity: '1.0000',
      unitPrice: '450.000000',
      amount: '450.00',
      ...exempt,
    }),
  ],
  44: [line({ ...exempt })],
  45: [line()],
  46: [line({ ...exempt })],
  47: [
    line({
      description: 'Licencia de música',
      quantity: '1.0000',
      unitPrice: '5000.000000',
      amount: '5000.00',
      ...exempt,
      withheld: { tax: '0.00', incomeTax: '1350.00' },
    }),
  ],
};

/** What an e-CF of a type is made from, as a seller of advertising has it. */
export const sampleEcf = (type: EcfType, values: Partial<EcfSource> = {}): EcfSource => ({
  type,
  encf: `E${type}0000000012`,
  numberExpires: '2027-12-31',
  issueDate: '2026-10-05',
  internalNo: 'FA-2026-000012',
  incomeType: '01',
  payment: 'credit',
  dueDate: '2026-11-04',
  paymentForm: null,
  period: { from: '2026-09-01', to: '2026-09-30' },
  purchaseOrder: 'OC-4471',
  issuer: {
    rnc: '101001572',
    name: 'Canal Uno, S. A.',
    tradeName: 'Canal Uno',
    address: 'Av. Máximo Gómez 123, Santo Domingo',
    phone: '+18095550101',
    email: 'facturas@canaluno.example',
    website: 'https://canaluno.example',
  },
  buyer:
    type === 46 || type === 47
      ? { rnc: null, foreignId: 'US-99887766', name: 'Acme Media, Inc.', address: '1 Main Street, Miami' }
      : { rnc: '131246796', foreignId: null, name: 'Óptica Ñandú, S. R. L.', address: 'Calle El Conde 5' },
  foreign: null,
  lines: linesOf[type],
  modifies:
    type === 33 || type === 34
      ? { number: 'E310000000007', issueDate: '2026-09-20', code: '3', reason: 'Corrección de montos' }
      : null,
  ...values,
});
