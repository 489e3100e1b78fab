// Command operator reconciles Widgets: each owns a ConfigMap, has a status, and leaves a trace when it goes.
//
// It is written as a foreign operator would be, with the defaults of controller-runtime: leader election,
// protobuf for built-in kinds, informers by WatchList, server-side apply and events. It prints a
// line when it leads and one per reconcile.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/go-logr/logr/funcr"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

func main() {
	identity := flag.String("identity", "operator", "how this replica calls itself")
	namespace := flag.String("namespace", "default", "where the lease is")
	flag.Parse()

	ctrl.SetLogger(funcr.New(func(prefix, args string) { fmt.Fprintln(os.Stderr, prefix, args) }, funcr.Options{}))
	scheme := runtime.NewScheme()
	check(clientgoscheme.AddToScheme(scheme))
	check(addToScheme(scheme))
	// Short, so that a test of failing over need not wait a quarter of a minute.
	lease, renew, retry := 3*time.Second, 2*time.Second, 500*time.Millisecond
	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:                  scheme,
		Metrics:                 metricsserver.Options{BindAddress: "0"},
		HealthProbeBindAddress:  "0",
		LeaderElection:          true,
		LeaderElectionID:        "widgets.foreign.slipway.dev",
		LeaderElectionNamespace: *namespace,
		LeaseDuration:           &lease,
		RenewDeadline:           &renew,
		RetryPeriod:             &retry,
		// A replica that is asked to end hands over at once; one that is killed does not.
		LeaderElectionReleaseOnCancel: true,
	})
	check(err)
	check((&reconciler{
		Client:   manager.GetClient(),
		events:   manager.GetEventRecorder("widget-operator"),
		identity: *identity,
	}).setUp(manager))
	go func() {
		<-manager.Elected()
		fmt.Println("leads")
	}()
	check(manager.Start(ctrl.SetupSignalHandler()))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
