import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { BackupsPanel } from '~/admin/backups/BackupsPanel'
import { ApiKeysPanel } from '~/admin/integrations/ApiKeysPanel'
import { WebhooksPanel } from '~/admin/integrations/WebhooksPanel'
import { settingsTabs, tabOf } from '~/admin/settings/fields'
import { LogoField } from '~/admin/settings/LogoField'
import { tabId } from '~/admin/settings/layout'
import { adminSettingsQuery, type StaffSettings } from '~/admin/settings/queries'
import { GroupNeeds, SettingControl } from '~/admin/settings/SettingControl'
import { TaxTable } from '~/admin/settings/TaxTable'
import { useSettingsForm } from '~/admin/settings/use-settings-form'
import { PageHeading } from '~/admin/shared/PageHeading'
import { Panel } from '~/admin/shared/Panel'
import { SaveBar } from '~/admin/shared/SaveBar'
import { errorText } from '~/admin/shared/toast-error'
import { focusFirstError } from '~/shared/form/failure'
import { adminPage, type PageRoute } from '~/shared/lib/page'
import { Button } from '~/shared/ui/Button'
import { EmptyState } from '~/shared/ui/EmptyState'
import { Skeleton } from '~/shared/ui/Skeleton'
import { Tab, TabList, TabPanel, Tabs } from '~/shared/ui/Tabs'

export const route: PageRoute = { path: '/admin/settings', ...adminPage }

export default function SettingsPage() {
  const { data, error, refetch } = useQuery(adminSettingsQuery)
  return (
    <>
      <PageHeading title="Site Settings" />
      {data ? (
        <Editor stored={data} />
      ) : error ? (
        <EmptyState title="The settings could not be loaded" text={errorText(error)}>
          <Button onClick={() => refetch()}>Try again</Button>
        </EmptyState>
      ) : (
        <Skeleton className="h-96 rounded-2xl" />
      )}
    </>
  )
}

function Editor({ stored }: { stored: StaffSettings }) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('tab')
  const tab = settingsTabs.find(({ name }) => tabId(name) === wanted)?.name ?? 'General'
  const show = (name: string) =>
    setParams(name === 'General' ? {} : { tab: tabId(name) }, {
      replace: true,
      preventScrollReset: true,
    })

  // The kit focuses the first error of the open tab; this is for a tab that opens because of one.
  const focusDue = useRef(false)
  const form = useSettingsForm(stored, (fields) => {
    const [first] = fields
    if (!first || fields.some((field) => tabOf(field) === tab)) return
    focusDue.current = true
    show(tabOf(first))
  })
  // On a phone the row of tabs scrolls: bring the open one into it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the tab that opens
  useEffect(() => {
    form.form.ref.current
      ?.querySelector('[role=tab][data-state=active]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
    // The tab's fields are rendered right after it.
    if (focusDue.current) requestAnimationFrame(() => focusFirstError(form.form.ref.current))
    focusDue.current = false
  }, [tab])
  const marked = new Set(Object.keys(form.errors).map(tabOf))

  return (
    <section aria-label="Site settings">
      <form {...form.form}>
        <Tabs
          value={tabId(tab)}
          onValueChange={(id) => show(settingsTabs.find(({ name }) => tabId(name) === id)?.name ?? 'General')}
        >
          <TabList aria-label="Settings">
            {settingsTabs.map(({ name }) => (
              <Tab key={name} value={tabId(name)} className={marked.has(name) ? 'text-danger' : undefined}>
                {name}
                {marked.has(name) && (
                  <>
                    <span aria-hidden="true"> •</span>
                    <span className="sr-only"> (needs another look)</span>
                  </>
                )}
              </Tab>
            ))}
          </TabList>
          {settingsTabs.map(({ name, groups }) => (
            <TabPanel key={name} value={tabId(name)} className="mt-4 grid gap-4">
              {groups.map((group) => (
                <Panel key={group.title} title={group.title} hint={group.hint}>
                  <GroupNeeds text={group.needs?.(form.context)} />
                  {group.fields[0]?.key === 'site_logo' ? (
                    <LogoField form={form} />
                  ) : (
                    <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
                      {group.fields.map((field) => (
                        <SettingControl key={field.key} field={field} form={form} />
                      ))}
                    </div>
                  )}
                </Panel>
              ))}
              {name === 'Payments' && <TaxTable form={form} />}
              <Button type="submit" className="justify-self-start" busy={form.busy}>
                Save Settings
              </Button>
            </TabPanel>
          ))}
        </Tabs>
      </form>
      {tab === 'Integrations' && ( // outside of the form: these have forms of their own and are saved at once
        <div className="mt-4 grid gap-4">
          <WebhooksPanel />
          <ApiKeysPanel />
        </div>
      )}
      {tab === 'Backups' && (
        <div className="mt-4">
          <BackupsPanel dirty={form.isDirty} />
        </div>
      )}
      <SaveBar dirty={form.isDirty}>
        <Button variant="ghost" size="sm" disabled={form.busy} onClick={form.discard}>
          Discard
        </Button>
        <Button size="sm" disabled={form.busy} onClick={form.send}>
          Save changes
        </Button>
      </SaveBar>
    </section>
  )
}
