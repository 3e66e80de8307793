import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { lightColors, measures, token } from './theme.ts';

const Root = styled.div`
  display: grid;
  gap: ${token('space-6')};

  & > ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
    gap: ${token('space-3')};
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: ${token('text-sm')};
  }
  & li > span {
    display: block;
    block-size: 48px;
    margin-block-end: ${token('space-1')};
    border: 1px solid ${token('color-border')};
    border-radius: ${token('radius-md')};
  }
  & td, & th {
    padding: ${token('space-1')} ${token('space-4')} ${token('space-1')} 0;
    text-align: start;
    font-weight: inherit;
    font-family: ${token('font-mono')};
    font-size: ${token('text-sm')};
  }
`;

function Tokens(): ReactElement {
  return (
    <Root>
      <ul>
        {Object.keys(lightColors).map((name) => (
          <li key={name}>
            <span style={{ background: `var(--pauta-color-${name})` }} />
            {name}
          </li>
        ))}
      </ul>
      <table>
        <tbody>
          {Object.entries(measures).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">--pauta-{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Root>
  );
}

const meta = { title: 'Layout/Theme', component: Tokens } satisfies Meta<typeof Tokens>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Light: Story = {};

export const Dark: Story = { globals: { theme: 'dark' } };
