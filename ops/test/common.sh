# Sourced by the scripts of ops/test, in the clone that `start` has made.
# shellcheck shell=sh
set -eu
checkout=$(cd "$(dirname "$0")/../.." && pwd)
home=/var/lib/firnwall-test
cd "$home/clone" 2> /dev/null || { echo "ops/test/start comes first" >&2; exit 2; }

fail() { echo "NOT AS DOCUMENTED: $1" >&2; exit 1; }

# expect OUTCOME COMMAND…: within three minutes the command succeeds, and twice in a row.
expect() {
    outcome=$1; shift
    attempts=0
    until "$@" > "$home/last.log" 2>&1 && sleep 2 && "$@" > "$home/last.log" 2>&1; do
        attempts=$((attempts + 1))
        if [ "$attempts" -ge 90 ]; then
            cat "$home/last.log" >&2
            fail "$outcome"
        fi
        sleep 2
    done
    echo "as documented: $outcome"
}

query() { docker compose exec -T postgres psql -At firnwall -c "$1"; }
inquiries() { query 'SELECT count(*) FROM inquiry'; }
search() { curl --silent --get --data 'limit=1' --data-urlencode "query=$1" http://127.0.0.1:8025/api/v1/search; }
# Those of inquiries: reports and the test of mail in go to other mailboxes.
mails() { search '!to:privacy@own.test !to:reply.own.test' | sed -n 's/.*"messages_count":\([0-9]*\).*/\1/p'; }
# As a mail server does with the newest mail for the reply address.
bring_test_back() {
    id=$(search 'to:reply.own.test' | sed -n 's/.*"ID":"\([^"]*\)".*/\1/p')
    curl --fail --silent "http://127.0.0.1:8025/api/v1/message/$id/raw" | docker compose exec -T worker /worker intake pipe
}

# Sends inquiries as the form does, and prints how many were acknowledged.
send() {
    (cd "$checkout" && cargo xtask send --count "$1" --url http://127.0.0.1:8080) > "$home/send.log" 2>&1 || true
    grep -c '^2[0-9][0-9] FW-' "$home/send.log" || true
}
send_all() { [ "$(send "$1")" = "$1" ] || { cat "$home/send.log" >&2; fail "$1 inquiries are acknowledged"; }; }

check() { docker compose exec -T worker /worker check; }
check_says() { check | grep -E "$1"; }
# A check that did not run prints no line.
has_nothing_critical() { check | awk '{ print } /^CRITICAL/ { critical = 1 } END { exit critical || !NR }'; }
is_ready() { curl --fail --silent "http://127.0.0.1:$1/readyz"; }
is_not_ready() { curl --silent "http://127.0.0.1:$1/readyz" | grep "$2"; }
is() { [ "$("$1")" = "$2" ]; }
# Every mail went out, and none twice.
each_mail_went_out_once() {
    [ "$(query "SELECT count(*) FROM outbox WHERE state NOT IN ('sent', 'suppressed')")" = 0 ] &&
        is mails "$(query "SELECT count(*) FROM outbox WHERE state = 'sent'")"
}

# Caddy starts behind the api, and then makes the site's authority.
trust_caddy() {
    expect "the site has an authority" docker compose exec -T caddy test -s /data/caddy/pki/authorities/local/root.crt
    docker compose exec -T caddy cat /data/caddy/pki/authorities/local/root.crt > secrets/site_ca.pem
}

ledger() { docker compose run --rm --volume /var/lib/firnwall-ledger:/ledger "$@"; }
