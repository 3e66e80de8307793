import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractTexts } from '@pauta/domain/sales/contracts/texts/contract-text.ts';
import { clausesOf } from '@pauta/domain/sales/contracts/texts/fill-text.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { ClauseList } from './clause-list.tsx';
import { ContractTextInput } from './text-input.tsx';

/** Ventas › Contratos › Textos de contratos: the terms with which contracts are signed. */
export const ContractTexts = resourceScreens(contractTexts, {
  inputs: { body: ContractTextInput },
  list: {
    actions: <LinkButton to={paths.list(contracts)}>Contratos</LinkButton>,
    description:
      'Las condiciones con que se firman los contratos. El que está en uso se llena con los datos de cada uno al enviarlo a firma.',
  },
  detail: {
    sections: contractTexts.sections.filter(({ fields }) => !fields.includes('body')),
    tabs: [
      {
        id: 'texto',
        label: 'Texto',
        content: (text) => (
          <Card title="Condiciones">
            <ClauseList clauses={clausesOf(String(text.body))} />
          </Card>
        ),
      },
    ],
  },
});
