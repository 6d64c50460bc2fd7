// What all Go receivers of the zoo share: the secret, the effects, a right verification and a right way to handle an event.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

var secret = os.Getenv("WEBHOOK_SECRET")

// verification holds the steps of Standard Webhooks.
type verification struct {
	key        func() []byte
	encode     func(mac []byte) string
	bodyOf     func(body []byte) []byte
	header     func(r *http.Request, name string) string
	signatures func(header string) []string
	same       func(given, expected string) bool
	fresh      func(age time.Duration) bool
}

var rightVerification = verification{
	key: func() []byte {
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		return key
	},
	encode:     base64.StdEncoding.EncodeToString,
	bodyOf:     func(body []byte) []byte { return body },
	header:     func(r *http.Request, name string) string { return r.Header.Get(name) },
	signatures: versioned,
	same:       func(given, expected string) bool { return hmac.Equal([]byte(given), []byte(expected)) },
	fresh:      func(age time.Duration) bool { return age.Abs() <= 5*time.Minute },
}

func versioned(header string) []string {
	var found []string
	for _, one := range strings.Fields(header) {
		if strings.HasPrefix(one, "v1,") {
			found = append(found, strings.TrimPrefix(one, "v1,"))
		}
	}
	return found
}

// verify returns the id of the event, or why the request is not genuine.
func (way *verification) verify(r *http.Request, body []byte) (string, error) {
	id, timestamp, signature := way.header(r, "webhook-id"), way.header(r, "webhook-timestamp"), way.header(r, "webhook-signature")
	if id == "" || timestamp == "" || signature == "" {
		return "", errors.New("a header is missing")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || !way.fresh(time.Since(time.Unix(seconds, 0))) {
		return "", errors.New("the timestamp is too old")
	}
	mac := hmac.New(sha256.New, way.key())
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(way.bodyOf(body))
	expected := way.encode(mac.Sum(nil))
	for _, given := range way.signatures(signature) {
		if way.same(given, expected) {
			return id, nil
		}
	}
	return "", errors.New("the signature does not match")
}

// parse keeps numbers as they are written.
func parse(body []byte) (event any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	err = decoder.Decode(&event)
	return event, err
}

func isEvent(event any) bool {
	fields, ok := event.(map[string]any)
	if !ok {
		return false
	}
	_, ok = fields["event"].(string)
	return ok
}

var (
	lock    sync.Mutex
	seen    = map[string]bool{}
	counted int
)

// effects is the number of events whose work was done.
func effects() int {
	lock.Lock()
	defer lock.Unlock()
	return counted
}

func addEffect() {
	lock.Lock()
	defer lock.Unlock()
	counted++
}

func workOnce(id string, _ any) *answer {
	lock.Lock()
	defer lock.Unlock()
	if !seen[id] {
		seen[id] = true
		counted++
	}
	return nil
}
