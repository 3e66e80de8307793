/** The permissions to see opportunities, which apply to their stage log too. */
export const opportunityViewing = {
  viewAll: 'opportunities.view_all',
  viewTeam: 'opportunities.view_team',
  viewOwn: 'opportunities.view_own',
} as const;
