import { token as t } from '@pauta/layout/theme';
import type { ReactElement, ReactNode } from 'react';
import { Tabs as Aria, Tab as AriaTab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { styled } from 'styled-components';

export interface TabDefinition {
  readonly id: string;
  readonly label: string;
  /** Shown beside the label. */
  readonly count?: number;
  /** Called only while the tab is selected. */
  readonly content: () => ReactNode;
}

const Root = styled(Aria)`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  min-inline-size: 0;
  & > [role='tablist'] { display: flex; gap: ${t('space-1')}; overflow-x: auto; box-shadow: inset 0 -1px ${t('color-border')}; padding: 2px 2px 0; }
  & [role='tab'] {
    display: flex;
    align-items: center;
    gap: ${t('space-2')};
    flex: none;
    min-block-size: ${t('control-height')};
    padding-inline: ${t('space-3')};
    border-block-end: 2px solid transparent;
    color: ${t('color-text-muted')};
    font-weight: ${t('weight-medium')};
    cursor: pointer;
    outline: none;
  }
  & [role='tab'][data-hovered] { color: ${t('color-text')}; }
  & [role='tab'][data-selected] { color: ${t('color-accent-text')}; border-color: ${t('color-accent')}; }
  & [role='tab'][data-focus-visible] { box-shadow: inset 0 0 0 2px ${t('color-focus')}; border-radius: ${t('radius-sm')}; }
  & [role='tabpanel'] { outline: none; display: flex; flex-direction: column; gap: ${t('space-4')}; }
  & [role='tabpanel'][data-focus-visible] { outline: 2px solid ${t('color-focus')}; outline-offset: 4px; border-radius: ${t('radius-md')}; }
`;

/** Tabs with their panels; one is selected. The caller keeps the selected tab, usually in the URL. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string;
  tabs: readonly TabDefinition[];
  selected: string;
  onSelect: (id: string) => void;
}): ReactElement {
  return (
    <Root onSelectionChange={(key) => onSelect(String(key))} selectedKey={selected}>
      <TabList aria-label={label} items={tabs}>
        {(tab) => (
          <AriaTab id={tab.id}>
            {tab.label}
            {tab.count !== undefined && <span>({tab.count})</span>}
          </AriaTab>
        )}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel id={tab.id} key={tab.id}>
          {tab.content()}
        </TabPanel>
      ))}
    </Root>
  );
}
