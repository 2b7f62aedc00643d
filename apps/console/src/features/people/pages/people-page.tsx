/** People who sign in: names, roles, links, and which roles need a second factor. */
import layout from "../../../components/layout.module.css";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { peopleTexts as texts } from "../../../texts/index.ts";
import { usePeople } from "../api/people.ts";
import { DemandBox } from "../components/demand-box.tsx";
import { OidcBox } from "../components/oidc-box.tsx";
import { PeopleBox } from "../components/people-box.tsx";

export function PeoplePage() {
  const query = usePeople();
  return (
    <PageFrame title={texts.title}>
      <p className={layout["about"]}>{texts.about}</p>
      <QueryState query={query}>
        {({ data, etag }) => (
          <>
            <PeopleBox list={data} etag={etag} />
            <DemandBox list={data} etag={etag} />
            <OidcBox />
          </>
        )}
      </QueryState>
    </PageFrame>
  );
}
